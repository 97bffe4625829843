'use client'

import { Button } from '#components/ui/button.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { useSelection } from '../session-context.tsx'
import { useDesignerAction } from '../use-designer-actions.ts'

/** Several things are selected: what can be done with all of them. */
export function SelectionInspector() {
  const steps = useSelection((selection) => selection.steps.size)
  const edges = useSelection((selection) => selection.edges.size)
  const remove = useDesignerAction('designer.remove')
  const duplicate = useDesignerAction('designer.duplicate')
  const parts = [count(steps, 'step'), count(edges, 'connection')].filter((part) => part !== '')
  return (
    <div className="grid content-start gap-3.5 p-3.5">
      <h2 className="text-title">{parts.join(' and ')} selected</h2>
      <p className="text-muted">
        Drag one to move all of them, or hold <Kbd keys="alt" /> and press the arrow keys.
      </p>
      <div className="flex flex-wrap gap-2">
        {[duplicate, remove].map((action) => (
          <Button key={action.id} disabled={action.enabled === false} onClick={action.perform}>
            {action.label}
            {action.shortcut && <Kbd keys={action.shortcut} />}
          </Button>
        ))}
      </div>
    </div>
  )
}

const count = (number: number, noun: string): string => {
  if (number === 0) return ''
  return number === 1 ? `1 ${noun}` : `${number} ${noun}s`
}
