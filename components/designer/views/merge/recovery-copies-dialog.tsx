'use client'

import { useState } from 'react'
import { browserStorage } from '#components/shell/browser-storage.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { showToast } from '#components/ui/overlay/toast-store.ts'
import { CodeBlock } from '#components/ui/text/code-block.tsx'
import { formatDate } from '#components/ui/text/format-time.ts'
import { AuthorName } from '../../model/saving/author-name.tsx'
import { browserSlots } from '../../model/saving/browser-slots.ts'
import { unsavedElsewhere } from '../../model/saving/draft-slots.ts'
import { type RecoveryCopy, readCopies } from '../../model/saving/recovery-copies.ts'
import type { Session } from '../../model/session.ts'
import { useSession } from '../../model/session-context.tsx'
import { viewsMergeTexts } from '../../texts/views-merge.ts'

/** Texts that gave way when a conflict was decided: to read, and to take back. */
export function RecoveryCopiesDialog({ name }: { name: string }) {
  const [reading, setReading] = useState<ListedCopy | null>(null)
  const session = useSession()
  const [copies] = useState(() => [...unsaved(session), ...readCopies(browserStorage('localStorage'), name)])
  if (copies.length === 0) return null
  return (
    <section aria-label={viewsMergeTexts.savedInThisBrowser} className="border-b">
      <h3 className="px-3.5 pt-2.5 text-label text-muted">{viewsMergeTexts.savedInThisBrowser}</h3>
      <ul className="max-h-40 overflow-y-auto py-1">
        {copies.map((copy) => (
          <li key={`${copy.at} ${copy.of} ${copy.text.length}`} className="flex items-center gap-2 px-3.5 py-1">
            <span className="min-w-0 flex-1 truncate">
              <CopyWords copy={copy} /> <span className="text-small text-muted">{formatDate(copy.at)}</span>
            </span>
            <Button size="small" onClick={() => setReading(copy)}>
              {viewsMergeTexts.open}
            </Button>
          </li>
        ))}
      </ul>
      {reading && <CopyDialog copy={reading} onClose={() => setReading(null)} />}
    </section>
  )
}

type ListedCopy = Omit<RecoveryCopy, 'of'> & { readonly of: RecoveryCopy['of'] | 'tab' }

/** Unsaved texts of other tabs of this browser. */
function unsaved(session: Session): readonly ListedCopy[] {
  const { text } = session.document.store.getState()
  return unsavedElsewhere(browserSlots(), session.name, text).map((kept) => ({
    at: kept.at ?? 0,
    of: 'tab',
    by: '',
    text: kept.text,
  }))
}

function CopyWords({ copy: { of, by } }: { copy: ListedCopy }) {
  if (of === 'tab') return viewsMergeTexts.unsavedTextFromAnotherTab
  if (of === 'mine') return viewsMergeTexts.myTextBeforeMerge
  return (
    <>
      {viewsMergeTexts.textOf} <AuthorName id={by} elsewhere={viewsMergeTexts.anotherWindow} />
    </>
  )
}

function CopyDialog({ copy, onClose }: { copy: ListedCopy; onClose: () => void }) {
  const session = useSession()
  const restore = () => {
    session.document.replace(copy.text, 'restoring a saved copy')
    showToast({
      tone: 'done',
      title: viewsMergeTexts.savedCopyIsInDraft,
      action: { label: viewsMergeTexts.undo, perform: () => session.document.undo() },
    })
    onClose()
  }
  return (
    <Dialog
      open
      width="wide"
      onOpenChange={onClose}
      title={<CopyWords copy={copy} />}
      description={viewsMergeTexts.asOf(
        formatDate(copy.at),
        copy.of === 'tab' ? '.' : viewsMergeTexts.whenConflictWasResolved,
      )}
      footer={
        <>
          <Button onClick={onClose}>{viewsMergeTexts.close}</Button>
          <Button look="primary" onClick={restore}>
            {viewsMergeTexts.restoreToDraft}
          </Button>
        </>
      }
    >
      <CodeBlock label={viewsMergeTexts.savedCopy} text={copy.text} className="max-h-[56vh]" />
    </Dialog>
  )
}
