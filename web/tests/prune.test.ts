// @vitest-environment node
import { expect, test } from 'vitest'
import { type Document, pruned } from '../schema/prune'

const answer = (name: string) => ({
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
})
const operation = (name: string) => ({
  summary: name,
  responses: { 200: answer(name), 409: answer('Problem') },
})
const DOCUMENT: Document = {
  paths: {
    '/api/orders': { get: operation('Orders') },
    '/api/orders/{id}': { get: operation('Order') },
    '/api/orders/{id}/stop': { post: operation('Stopped') },
    '/api/orders/{id}/stop/preview': { post: operation('Preview') },
    '/api/points': { get: operation('Points') },
    '/api/points/gifts': { post: operation('Gift') },
  },
  components: {
    schemas: {
      Orders: { items: { $ref: '#/components/schemas/Order' } },
      Order: { properties: { again: { $ref: '#/components/schemas/Order' } } },
      Stopped: {},
      Preview: {},
      Points: {},
      Gift: {},
      Problem: {},
    },
  },
}

const pathsNamedIn = (sources: string) => Object.keys(pruned(DOCUMENT, sources).paths)

test('a path that the sources name in quotes is kept, and none that it begins', () => {
  expect(pathsNamedIn("get('/api/orders')")).toEqual(['/api/orders'])
})

test('a template names the paths that it can become: with one segment', () => {
  const act = '$' + '{act}'

  expect(pathsNamedIn(`path(\`/api/orders/{id}/${act}\`)`)).toEqual(['/api/orders/{id}/stop'])
})

test('a template names the paths that it can become: with an address that a constant holds', () => {
  const sources = `const LIST = '/api/points'\npost(\`${'$'}{LIST}/gifts\`)`

  expect(pathsNamedIn(sources)).toEqual(['/api/points', '/api/points/gifts'])
})

test('operations lose their refusals, and schemas are those that are needed or named', () => {
  const { paths, components } = pruned(DOCUMENT, "get('/api/orders'); type Gift = Schemas['Gift']")

  expect(paths['/api/orders']).toEqual({ get: { responses: { 200: answer('Orders') } } })
  expect(Object.keys(components.schemas).sort()).toEqual(['Gift', 'Order', 'Orders'])
})
