'use client'

import type { HumanTaskDetail } from '#components/api/models.ts'
import { Callout } from '#components/ui/layout/callout.tsx'
import { labelOfName } from '#components/ui/schema-form/schema-field.ts'
import { CodeBlock } from '#components/ui/text/code-block.tsx'
import { Instant } from '#components/ui/text/time.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { isJsonObject } from '#core/json.ts'
import { fieldText } from '../list/task-words.ts'
import { taskTexts } from '../texts/task.ts'
import { usePersonNames } from '../use-person-names.ts'

/** The outcome of a task, and its answer. */
export function ClosedTask({ task }: { task: HumanTaskDetail }) {
  const nameOf = usePersonNames()
  const isDecided = task.status === 'decided'
  return (
    <section aria-label={taskTexts.decision} className="grid gap-3">
      <Callout tone={isDecided ? 'done' : 'idle'}>
        <b className="font-semibold">{isDecided ? taskTexts.decided : taskTexts.closedWithoutDecision}</b>
        {task.decidedBy && taskTexts.by(nameOf(task.decidedBy, task.decidedByName))}
        {task.closedAt && (
          <>
            {', '}
            <Instant at={task.closedAt} />
          </>
        )}
      </Callout>
      {isDecided && <Answers decision={task.decision} />}
    </section>
  )
}

function Answers({ decision }: { decision: HumanTaskDetail['decision'] }) {
  if (!isJsonObject(decision)) return <CodeBlock label={taskTexts.decision} text={JSON.stringify(decision, null, 2)} />
  const answers = Object.entries(decision)
  if (answers.length === 0) return null
  return (
    <dl className="grid grid-cols-[minmax(6rem,max-content)_1fr] gap-x-5 gap-y-1.5">
      {answers.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{isolateText(labelOfName(name))}</dt>
          <dd className="min-w-0 whitespace-pre-wrap wrap-anywhere">{isolateText(fieldText(value))}</dd>
        </div>
      ))}
    </dl>
  )
}
