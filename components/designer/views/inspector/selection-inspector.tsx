'use client'

import { Button } from '#components/ui/controls/button.tsx'
import { Kbd } from '#components/ui/controls/kbd.tsx'
import { useDesignerActionItems } from '../../commands/actions/use-designer-actions.ts'
import { useSelection } from '../../model/session-context.tsx'
import { viewsInspectorTexts } from '../../texts/views-inspector.ts'

const offered = [
  'designer.alignColumn',
  'designer.alignRow',
  'designer.distributeColumn',
  'designer.distributeRow',
  'designer.group',
  'designer.ungroup',
  'designer.extract',
  'designer.copy',
  'designer.duplicate',
  'designer.remove',
] as const

/** Several things are selected: what can be done with all of them. */
export function SelectionInspector() {
  const steps = useSelection((selection) => selection.steps.size)
  const edges = useSelection((selection) => selection.edges.size)
  const notes = useSelection((selection) => selection.notes.size)
  const items = useDesignerActionItems(offered).filter(({ disabled }) => disabled !== true)
  const parts = [count(steps, 'step'), count(edges, 'connection'), count(notes, 'note')].filter((part) => part !== '')
  return (
    <div className="grid content-start gap-3.5 p-3.5">
      <h2 className="text-title">{viewsInspectorTexts.selected(listed(parts))}</h2>
      <p className="text-muted">
        {parts.length + steps + notes > 2 ? viewsInspectorTexts.dragOneToMoveAll : viewsInspectorTexts.dragItToMoveIt},
        or hold <Kbd keys="alt" /> and press the arrow keys.
      </p>
      <div className="-mx-2 grid">
        {items.map(({ id, label, icon, shortcut, onSelect }) => (
          <Button
            key={id}
            look="ghost"
            icon={icon}
            className="justify-start text-ink [&>svg]:text-muted"
            onClick={onSelect}
          >
            <span className="flex-1 text-left">{label}</span>
            {shortcut && <Kbd keys={shortcut} />}
          </Button>
        ))}
      </div>
    </div>
  )
}

const listed = (parts: readonly string[]) =>
  parts.length < 3 ? parts.join(' and ') : viewsInspectorTexts.and(parts.slice(0, -1).join(', '), parts.at(-1))

const count = (number: number, noun: string): string => {
  if (number === 0) return ''
  return number === 1 ? `1 ${noun}` : `${number} ${noun}s`
}
