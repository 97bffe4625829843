'use client'

import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { useNames } from '#components/people/use-names.ts'
import { Button } from '#components/ui/controls/button.tsx'
import type { SaveState } from '../../model/saving/autosave.ts'
import { useAutosave, useSession } from '../../model/session-context.tsx'
import { viewsTopBarTexts } from '../../texts/views-top-bar.ts'
import { saveWords, storedWords } from './save-words.ts'

const tickMs = 1_000

/** The save state of the draft. Failures are announced; the passing seconds are not. */
export function SaveIndicator() {
  const session = useSession()
  const state = useAutosave((autosave) => autosave.state)
  const [tick, setTick] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setTick(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  const now = state.kind === 'saved' ? Math.max(tick, state.at) : tick
  if (state.kind === 'conflict' && state.undecided) {
    return <ConflictButton state={state} onDecide={() => session.view.openDialog('conflict')} />
  }
  if (state.kind === 'retrying' || state.kind === 'refused') return <NotSaved state={state} />
  return <span className="text-small text-muted">{saveWords(state, now)}</span>
}

/** The risk of losing typed text is shown in words: a title is for mouse users only. */
function NotSaved({ state }: { state: SaveState & { kind: 'retrying' | 'refused' } }) {
  const isStored = useStore(useSession().localCopy.store, ({ isStored }) => isStored)
  return (
    <span role="alert" title={state.message} className="text-small font-medium text-failed">
      {saveWords(state, 0)}; {storedWords(isStored)}
    </span>
  )
}

/** Names are fetched only when a conflict names another user. */
function ConflictButton({ state, onDecide }: { state: SaveState; onDecide(): void }) {
  const { person } = useNames()
  return (
    <Button look="danger" size="small" role="alert" onClick={onDecide}>
      {viewsTopBarTexts.resolve(saveWords(state, 0, person))}
    </Button>
  )
}
