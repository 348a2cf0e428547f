export interface FieldProblem {
  name: string
  code: string
  detail: string
}

export interface ProblemBody {
  status: number
  title: string
  detail: string
  code: string
  fields?: FieldProblem[]
  /** What to read to the support where only the shop can help. */
  reference?: string
  /** Seconds to wait, where the answer says so. */
  retryAfter?: number | null
}

/** A refusal of the shop (RFC 9457). `detail` is a Korean sentence that may be shown as it is. */
export class Problem extends Error {
  readonly status: number
  readonly code: string
  readonly fields: FieldProblem[]
  readonly retryAfter: number | null

  constructor(body: ProblemBody) {
    super(body.reference ? `${body.detail} (문의 번호 ${body.reference})` : body.detail)
    this.name = 'Problem'
    this.status = body.status
    this.code = body.code
    this.fields = body.fields ?? []
    this.retryAfter = body.retryAfter ?? null
  }

  get detail(): string {
    return this.message
  }
}

/** The stable code of a refusal. */
export const codeOf = (error: unknown) => (error instanceof Problem ? error.code : undefined)

/** The server says that this does not exist, or no longer exists. */
export const isMissing = (error: unknown) =>
  error instanceof Problem && (error.status === 404 || error.status === 410)

/** The shop cannot be reached or is in trouble: the same call may succeed in a moment. */
export const isTransient = (error: unknown): error is Problem =>
  error instanceof Problem && (error.status === 0 || error.status >= 500)

/** There was no answer, or none that says whether money moved. */
export const isOutcomeUnknown = (error: Error) =>
  !(error instanceof Problem) || error.status === 429 || isTransient(error)

/** A call that needs a login was refused twice: the session is over. */
export class SignedOut extends Problem {}

export const unreachable = () =>
  new Problem({
    status: 0,
    title: '연결 실패',
    detail: '서버에 연결하지 못했습니다. 인터넷 연결을 확인하고 다시 시도해 주세요.',
    code: 'unreachable',
  })

/** Reads the problem document of a refusal, or makes one where the answer is something else (a proxy's HTML, say). */
export async function problemBody(response: Response): Promise<ProblemBody> {
  const body = (await response.json().catch(() => null)) as Partial<ProblemBody> | null
  return {
    title: '오류',
    detail: '일시적인 오류가 발생했습니다. 잠시 후 다시 시도해 주세요.',
    code: 'unexpected',
    ...body,
    status: response.status,
    retryAfter: Number(response.headers.get('retry-after')) || null,
  }
}
