import type { ReactNode } from 'react'
import { Logo } from '#components/shell/frame/logo.tsx'

/** The frame of the pages without a session: a title and one form. */
export function EntryFrame({ title, about, children }: { title: string; about?: string; children: ReactNode }) {
  return (
    <main id="main" className="grid min-h-dvh place-items-center bg-bg px-4 py-8">
      <div className="grid w-full max-w-88 gap-5">
        <header className="grid justify-items-start gap-2">
          <Logo className="size-8 text-accent" />
          <h1 className="text-title">{title}</h1>
          {about && <p className="text-muted">{about}</p>}
        </header>
        {children}
      </div>
    </main>
  )
}
