'use client'

import { Copy } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { Callout } from '#components/ui/callout.tsx'
import { copyText } from '#components/ui/copy-text.ts'
import { Instant } from '#components/ui/time.tsx'
import { showToast } from '#components/ui/toast-store.ts'
import { isJsonObject, type Json } from '#core/json.ts'
import { fieldText } from '../list/task-words.ts'
import type { Late } from './use-decide.ts'

export interface LateNoticeProps {
  late: Late
  /** What was typed and not sent, if anything: it is still there, below. */
  typed: Json | undefined
  /** A decision was sent, and came too late. */
  wasSent: boolean
  /** On to the next task. */
  onLeave: (() => void) | undefined
  /** Goes on with what was typed upon the task as it is now. */
  onLookAgain(): void
}

/** Somebody was faster: who, when, and that nothing is lost. */
export function LateNotice({ late, typed, wasSent, onLeave, onLookAgain }: LateNoticeProps) {
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
    <Callout
      tone="human"
      alert
      actions={
        <span className="flex shrink-0 flex-wrap justify-end gap-1.5">
          {typed !== undefined && (
            <Button size="small" icon={<Copy />} onClick={() => void copy(typed)}>
              Copy what I typed
            </Button>
          )}
          {onLeave && (
            <Button size="small" onClick={onLeave}>
              Next task
            </Button>
          )}
        </span>
      }
    >
      <b>{late.by === null ? 'This was closed already' : 'This was decided already'}</b>
      {late.by !== null && <> by {late.by}</>}
      {late.at && (
        <>
          {' at '}
          <Instant at={late.at} />
        </>
      )}
      .{wasSent && ' Your answer changed nothing.'}
    </Callout>
  )
}

async function copy(typed: Json): Promise<void> {
  const lines = isJsonObject(typed) ? Object.entries(typed).map(([name, value]) => `${name}: ${fieldText(value)}`) : []
  if (await copyText(lines.length > 0 ? lines.join('\n') : fieldText(typed)))
    showToast({ tone: 'done', title: 'Copied' })
}
