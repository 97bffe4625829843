'use client'

import { Copy } from 'lucide-react'
import { Button } from '#components/ui/controls/button.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { showToast } from '#components/ui/overlay/toast-store.ts'
import { copyText } from '#components/ui/text/copy-text.ts'
import { Instant } from '#components/ui/text/time.tsx'
import { isJsonObject, type Json } from '#core/json.ts'
import { fieldText } from '../../list/task-words.ts'
import type { Late } from './use-decide.ts'

export interface LateNoticeProps {
  late: Late
  /** The typed and unsent value, if any: the form below still holds it. */
  typed: Json | undefined
  /** A decision was sent, and came too late. */
  wasSent: boolean
  /** Goes on to the next task. */
  onLeave: (() => void) | undefined
  /** Applies the typed value to the current state of the task. */
  onReload(): void
}

/** The notice that another person was faster: who, when, and that the typed values are kept. */
export function LateNotice({ late, typed, wasSent, onLeave, onReload }: LateNoticeProps) {
  if (late.kind === 'changed') {
    return (
      <Callout
        tone="human"
        alert
        actions={
          <Button size="small" onClick={onReload}>
            Continue
          </Button>
        }
      >
        <b>The task changed before your decision arrived.</b> {late.sentence} Nothing was sent. Your input is still
        here.
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
              Copy my input
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
      <b>{late.by === null ? 'Already closed' : 'Already decided'}</b>
      {late.by !== null && <> by {late.by}</>}
      {late.at && (
        <>
          {' at '}
          <Instant at={late.at} />
        </>
      )}
      .{wasSent && ' Your decision had no effect.'}
    </Callout>
  )
}

async function copy(typed: Json): Promise<void> {
  const lines = isJsonObject(typed) ? Object.entries(typed).map(([name, value]) => `${name}: ${fieldText(value)}`) : []
  if (await copyText(lines.length > 0 ? lines.join('\n') : fieldText(typed)))
    showToast({ tone: 'done', title: 'Copied' })
}
