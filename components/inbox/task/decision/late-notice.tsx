'use client'

import { Copy } from 'lucide-react'
import { Button } from '#components/ui/controls/button.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { showToast } from '#components/ui/overlay/toast-store.ts'
import { copyText } from '#components/ui/text/copy-text.ts'
import { Instant } from '#components/ui/text/time.tsx'
import { isJsonObject, type Json } from '#core/json.ts'
import { fieldText } from '../../list/task-words.ts'
import { taskTexts } from '../../texts/task.ts'
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
            {taskTexts.continue}
          </Button>
        }
      >
        <b>{taskTexts.taskChangedBeforeYourDecision}</b> {taskTexts.nothingWasSentYourInput(late.sentence)}
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
              {taskTexts.copyMyInput}
            </Button>
          )}
          {onLeave && (
            <Button size="small" onClick={onLeave}>
              {taskTexts.nextTask}
            </Button>
          )}
        </span>
      }
    >
      <b>{late.by === null ? taskTexts.alreadyClosed : taskTexts.alreadyDecided}</b>
      {late.by !== null && <> {taskTexts.byBy(late.by)}</>}
      {late.at && (
        <>
          {' '}
          {taskTexts.at} <Instant at={late.at} />
        </>
      )}
      .{wasSent && taskTexts.yourDecisionHadNoEffect}
    </Callout>
  )
}

async function copy(typed: Json): Promise<void> {
  const lines = isJsonObject(typed) ? Object.entries(typed).map(([name, value]) => `${name}: ${fieldText(value)}`) : []
  if (await copyText(lines.length > 0 ? lines.join('\n') : fieldText(typed)))
    showToast({ tone: 'done', title: taskTexts.copied })
}
