'use client'

import { useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { counted } from '#components/diff/change-words.ts'
import { TextDiff } from '#components/diff/text-diff.tsx'
import { useNames } from '#components/people/use-names.ts'
import { classNames } from '#components/ui/class-names.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { CodeBlock } from '#components/ui/text/code-block.tsx'
import { type MergeConflict, mergeDrafts, type Resolution, type Resolutions } from '#core/graph/merge/merge-drafts.ts'
import { authorName } from '../../model/saving/author-name.tsx'
import type { Conflict as TheirDraft } from '../../model/saving/autosave.ts'
import { useAutosave, useDocument, useSession } from '../../model/session-context.tsx'
import { viewsMergeTexts } from '../../texts/views-merge.ts'
import { choicesOf, conflictSentence, conflictTitle } from './conflict-words.ts'

/**
 * The conflicts of two users' changes. The dialog starts over if the other user saves again before this user's decision
 * is saved.
 */
export default function ConflictDialog() {
  const session = useSession()
  const state = useAutosave((autosave) => autosave.state)
  const isSettled = state.kind !== 'conflict' && state.kind !== 'unsaved' && state.kind !== 'saving'
  useEffect(() => {
    if (isSettled) session.view.closeDialog()
  }, [isSettled, session])
  const theirs = state.kind === 'conflict' && state.undecided ? state.theirs : null
  const [first, setFirst] = useState(theirs?.revision)
  if (theirs === null) return null
  if (first === undefined) setFirst(theirs.revision)
  return <Deciding key={theirs.revision} theirs={theirs} again={first !== undefined && first !== theirs.revision} />
}

interface DecidingProps {
  readonly theirs: TheirDraft
  /** Whether the other user saved again during the decision. */
  readonly again: boolean
}

/** One thing after the other. Everything else is merged already. */
function Deciding({ theirs, again }: DecidingProps) {
  const session = useSession()
  const { person } = useNames()
  const base = useAutosave((autosave) => autosave.base)
  const mine = useDocument((document) => document.text)
  const [choices, setChoices] = useState<Resolutions>({})
  const [at, setAt] = useState(0)
  const [failed, setFailed] = useState(false)
  const isStored = useStore(session.localCopy.store, ({ isStored }) => isStored)
  const merge = useMemo(
    () => mergeDrafts({ base, mine, theirs: theirs.text }, choices),
    [base, mine, theirs.text, choices],
  )
  const { conflicts } = merge
  const close = session.view.closeDialog
  const who = authorName(theirs.updatedBy, person, viewsMergeTexts.anotherWindow)
  const open = conflicts.filter(({ id }) => choices[id] === undefined)
  const index = Math.min(at, conflicts.length - 1)
  const current = conflicts[index]
  const choose = (id: string, choice: Resolution) => {
    const next = { ...choices, [id]: choice }
    setChoices(next)
    const following = conflicts.findIndex((conflict) => next[conflict.id] === undefined)
    if (following !== -1) setAt(following)
  }
  const apply = () => {
    session.merging.decide(choices).catch(() => setFailed(true))
  }
  return (
    <Dialog
      open
      width="wide"
      onOpenChange={close}
      title={viewsMergeTexts.hasSavedThisDraftSince(who[0]?.toUpperCase(), who.slice(1))}
      description={`Everything without conflicts is merged. ${counted(conflicts.length, 'thing')} to resolve; ${isStored ? viewsMergeTexts.replacedTextStaysInThis : viewsMergeTexts.thisBrowsersStorageIsFull}`}
      footer={
        <>
          <span className="mr-auto text-small text-muted" role="status">
            {open.length === 0
              ? viewsMergeTexts.allConflictsResolved
              : viewsMergeTexts.ofLeftToResolve(open.length, conflicts.length)}
          </span>
          <Button onClick={close}>{viewsMergeTexts.resolveLater}</Button>
          <Button look="primary" disabled={open.length > 0} onClick={apply}>
            {viewsMergeTexts.apply}
          </Button>
        </>
      }
    >
      <div className="grid gap-3 pb-2">
        {again && (
          <Callout tone="human" alert>
            {viewsMergeTexts.yourChoicesAreInYour}
          </Callout>
        )}
        {failed && (
          <Callout tone="failed" alert>
            {viewsMergeTexts.couldNotApplyMergeNothing}
          </Callout>
        )}
        {conflicts.length > 1 && <Steps conflicts={conflicts} choices={choices} at={index} onGo={setAt} />}
        {current && (
          <Conflict
            key={current.id}
            conflict={current}
            who={who}
            chosen={choices[current.id]}
            onChoose={(choice) => choose(current.id, choice)}
          />
        )}
        <details className="group rounded-m border">
          <summary className="cursor-pointer rounded-m px-3 py-1.5 text-small font-medium hover:bg-hover">
            {viewsMergeTexts.mergedDraftComparedWithMine}
          </summary>
          <TextDiff before={mine} after={merge.text} labels={['Mine', 'Merged']} className="max-h-[38vh] border-t" />
        </details>
      </div>
    </Dialog>
  )
}

interface StepsProps {
  readonly conflicts: readonly MergeConflict[]
  readonly choices: Resolutions
  readonly at: number
  readonly onGo: (at: number) => void
}

function Steps({ conflicts, choices, at, onGo }: StepsProps) {
  return (
    <ol aria-label={viewsMergeTexts.conflicts} className="flex flex-wrap gap-1.5">
      {conflicts.map((conflict, index) => (
        <li key={conflict.id}>
          <button
            type="button"
            aria-current={index === at ? 'step' : undefined}
            onClick={() => onGo(index)}
            className={classNames(
              'rounded-s border px-2 py-0.5 text-small hover:bg-hover',
              index === at ? 'border-accent bg-accent-soft text-accent' : 'border-line-strong text-muted',
            )}
          >
            {choices[conflict.id] !== undefined && <span aria-hidden="true">✓ </span>}
            {conflictTitle(conflict)}
            {choices[conflict.id] !== undefined && <span className="sr-only">{viewsMergeTexts.resolved}</span>}
          </button>
        </li>
      ))}
    </ol>
  )
}

interface ConflictProps {
  readonly conflict: MergeConflict
  readonly who: string
  readonly chosen: Resolution | undefined
  readonly onChoose: (choice: Resolution) => void
}

function Conflict({ conflict, who, chosen, onChoose }: ConflictProps) {
  const buttons = useRef<HTMLDivElement>(null)
  // The focus goes to the buttons of the decision, not to the texts above.
  useEffect(() => buttons.current?.querySelector('button')?.focus(), [])
  return (
    <section aria-label={conflictTitle(conflict)} className="grid gap-2">
      <div>
        <h3 className="font-semibold">{conflictTitle(conflict)}</h3>
        <p className="text-small text-muted">{conflictSentence(conflict, who)}</p>
      </div>
      {conflict.base !== null && <Side title={viewsMergeTexts.before} text={conflict.base} />}
      <div className="grid gap-3 md:grid-cols-2">
        <Side title={viewsMergeTexts.mine} text={conflict.mine} on={chosen === 'mine' || chosen === 'both'} />
        <Side title={viewsMergeTexts.theirs} text={conflict.theirs} on={chosen === 'theirs' || chosen === 'both'} />
      </div>
      <div ref={buttons} className="flex flex-wrap gap-1.5">
        {choicesOf(conflict, who).map(({ choice, label }) => (
          <Button
            key={choice}
            aria-pressed={chosen === choice}
            className="aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
            onClick={() => onChoose(choice)}
          >
            {label}
          </Button>
        ))}
      </div>
    </section>
  )
}

function Side({ title, text, on = false }: { title: string; text: string | null; on?: boolean }) {
  return (
    <div className="min-w-0">
      <h4 className="pb-1 text-label text-muted">{title}</h4>
      {text === null ? (
        <p className="rounded-m border border-dashed px-2.5 py-2 text-small text-muted">{viewsMergeTexts.notPresent}</p>
      ) : (
        <CodeBlock
          label={title}
          text={text}
          wrap
          className={classNames('max-h-44', on && 'ring-2 ring-accent ring-inset')}
        />
      )}
    </div>
  )
}
