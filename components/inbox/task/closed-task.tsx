'use client'

import type { HumanTaskDetail } from '#components/api/models.ts'
import { Callout } from '#components/ui/layout/callout.tsx'
import { CodeBlock } from '#components/ui/text/code-block.tsx'
import { Instant } from '#components/ui/text/time.tsx'
import { isJsonObject } from '#core/json.ts'
import { taskTexts } from '../texts/task.ts'
import { usePersonNames } from '../use-person-names.ts'
import { ValueList } from './value-list.tsx'

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
  return Object.keys(decision).length === 0 ? null : <ValueList values={decision} />
}
