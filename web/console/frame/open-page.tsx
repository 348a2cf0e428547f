import { type ReactNode, useEffect } from 'react'

/** A page that is open without a login: one narrow column. */
export function OpenPage({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} – 콘솔`
  }, [title])
  return (
    <main className="grid min-h-dvh content-start justify-items-center bg-surface px-4 py-8 text-body sm:content-center">
      <div className="w-full max-w-110 rounded-card border border-line bg-paper p-6">
        <h1 className="mb-4 text-title-m">{title}</h1>
        {children}
      </div>
    </main>
  )
}
