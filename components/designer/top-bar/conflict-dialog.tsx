'use client'

import { Button } from '#components/ui/button.tsx'
import { CodeBlock } from '#components/ui/code-block.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { authorName } from '../document/author-name.ts'
import { useAutosave, useDocument, useSession } from '../session-context.tsx'

/** Somebody saved first: both texts side by side, and a person decides. Whichever goes can be had back by undo. */
export function ConflictDialog() {
  const session = useSession()
  const state = useAutosave((autosave) => autosave.state)
  const mine = useDocument((document) => document.text)
  if (state.kind !== 'conflict') return null
  const { theirs } = state
  const close = session.view.closeDialog
  const who = authorName(theirs.updatedBy, 'Another window')
  const takeTheirs = () => {
    session.document.replace(theirs.text, 'taking the other text')
    session.autosave.adopt(theirs.text, theirs.revision, Date.now())
    close()
  }
  const keepMine = () => {
    session.autosave.resolve(session.document.store.getState().text)
    close()
  }
  return (
    <Dialog
      open
      width="wide"
      onOpenChange={close}
      title={`${who} has saved this draft since you opened it`}
      description="Choose which text goes on. Theirs can be undone back to yours; yours is saved on top of theirs."
      footer={
        <>
          <Button onClick={close}>Decide later</Button>
          <Button onClick={takeTheirs}>Take theirs</Button>
          <Button look="primary" onClick={keepMine}>
            Keep mine
          </Button>
        </>
      }
    >
      <div className="grid gap-3 pb-2 md:grid-cols-2">
        <section aria-labelledby="conflict-theirs" className="min-w-0">
          <h3 id="conflict-theirs" className="pb-1 text-label text-muted">
            Theirs
          </h3>
          <CodeBlock label="Their text" text={theirs.text} className="max-h-[50vh]" />
        </section>
        <section aria-labelledby="conflict-mine" className="min-w-0">
          <h3 id="conflict-mine" className="pb-1 text-label text-muted">
            Mine
          </h3>
          <CodeBlock label="My text" text={mine} className="max-h-[50vh]" />
        </section>
      </div>
    </Dialog>
  )
}
