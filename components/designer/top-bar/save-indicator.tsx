'use client'

import { useEffect, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { useAutosave, useSession } from '../session-context.tsx'
import { saveWords } from './save-words.ts'

const tickMs = 1_000

/** Whether what is on the screen is safe. Trouble is announced; the passing seconds are not. */
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
    return (
      <Button look="danger" size="small" role="alert" onClick={() => session.view.openDialog('conflict')}>
        {saveWords(state, now)}: decide
      </Button>
    )
  }
  const trouble = state.kind === 'retrying'
  return (
    <span
      {...(trouble ? { role: 'alert', title: `${state.message} What you typed is kept in this browser.` } : {})}
      className={trouble ? 'text-small font-medium text-failed' : 'text-small text-muted'}
    >
      {saveWords(state, now)}
    </span>
  )
}
