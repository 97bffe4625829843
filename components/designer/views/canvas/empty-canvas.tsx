'use client'

import { StepIcon } from '#components/canvas/step-icon.tsx'
import { Button } from '#components/ui/controls/button.tsx'
import { Kbd } from '#components/ui/controls/kbd.tsx'
import { catalogue } from '#core/definition/catalogue.ts'
import type { StepType } from '#core/definition/definition.ts'
import { addStep } from '../../commands/step-commands.ts'
import { useDocument, useSession } from '../../model/session-context.tsx'
import { viewsCanvasTexts } from '../../texts/views-canvas.ts'

const first: readonly StepType[] = ['STANDARD', 'HUMAN', 'DECISION']

/** An empty canvas says what the first gesture is, and offers the usual first steps. */
export function EmptyCanvas() {
  const session = useSession()
  const empty = useDocument((document) => document.graph.nodes.length === 0 && !document.broken)
  if (!empty) return null
  return (
    <div className="pointer-events-none absolute inset-0 grid place-items-center p-6 [container-type:size]">
      <div className="grid max-w-96 justify-items-center gap-1.5 text-center">
        <h2 className="text-title">{viewsCanvasTexts.addYourFirstStep}</h2>
        <p className="text-balance text-muted [@container(height<220px)]:hidden">
          {viewsCanvasTexts.pickOneOfThese}, double-click the canvas, or press <Kbd keys="n" /> and type. Then drag from
          the dot below a step to add the next.
        </p>
        <div className="pointer-events-auto mt-3 flex flex-wrap justify-center gap-2">
          {first.map((type) => (
            <Button key={type} icon={<StepIcon type={type} />} onClick={() => addStep(session, type)}>
              {catalogue[type].label}
            </Button>
          ))}
        </div>
      </div>
    </div>
  )
}
