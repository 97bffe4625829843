'use client'

import './globals.css'

/** The error page for a failure of the layout itself: it depends on no other module of the app. */
export default function GlobalError({ retry }: { error: unknown; retry: () => void }) {
  return (
    <html lang="en">
      <body className="grid place-items-center">
        <main className="grid max-w-100 justify-items-center gap-3 p-8 text-center">
          <h1 className="text-heading">This page could not be displayed</h1>
          <p className="text-muted">Your runs are not affected: they run in the engine, not in the page.</p>
          <button
            type="button"
            onClick={retry}
            className="h-8 rounded-s border border-accent bg-accent px-3 font-medium text-on-accent"
          >
            Reload
          </button>
        </main>
      </body>
    </html>
  )
}
