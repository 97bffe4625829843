'use client'

import { Button } from '#components/ui/button.tsx'
import { Callout } from '#components/ui/callout.tsx'
import { Instant } from '#components/ui/time.tsx'
import type { Late } from './use-decide.ts'

export interface LateNoticeProps {
  late: Late
  /** What was typed is still there, below. */
  hasTyped: boolean
  /** Goes on with what was typed upon the task as it is now. */
  onLookAgain(): void
}

/** Somebody was faster: who, when, and that nothing is lost. */
export function LateNotice({ late, hasTyped, onLookAgain }: LateNoticeProps) {
  if (late.kind === 'changed') {
    return (
      <Callout
        tone="human"
        alert
        actions={
          <Button size="small" onClick={onLookAgain}>
            Go on
          </Button>
        }
      >
        <b>The task changed before your decision arrived.</b> {late.sentence} Nothing was sent; what you typed is here.
      </Callout>
    )
  }
  return (
    <Callout tone="human" alert>
      <b>{late.by === null ? 'This was closed already' : 'This was decided already'}</b>
      {late.by !== null && <> by {late.by}</>}
      {late.at && (
        <>
          {' at '}
          <Instant at={late.at} />
        </>
      )}
      . Your answer changed nothing.{hasTyped && ' What you typed is still here, to be copied.'}
    </Callout>
  )
}
