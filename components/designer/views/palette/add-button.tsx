'use client'

import { Panel } from '@xyflow/react'
import { PanelRight, Plus } from 'lucide-react'
import { Button, IconButton } from '#components/ui/controls/button.tsx'
import { Kbd } from '#components/ui/controls/kbd.tsx'
import { useNarrow, useTight } from '#components/ui/layout/use-narrow.ts'
import { Tooltip } from '#components/ui/overlay/tooltip.tsx'
import { addButtonId } from '../../commands/actions/add-button-id.ts'
import { useDesignerAction } from '../../commands/actions/use-designer-actions.ts'
import { useSession, useView } from '../../model/session-context.tsx'
import { viewsPaletteTexts } from '../../texts/views-palette.ts'
import { viewsPanelsTexts } from '../../texts/views-panels.ts'

/** The button in the corner of the canvas that opens the picker of steps, or closes it. */
export function AddButton() {
  const session = useSession()
  const add = useDesignerAction('designer.add')
  const open = useView((view) => view.adding !== null)
  return (
    <Panel position="top-left" className="!m-3 flex items-center gap-1.5">
      <Button
        id={addButtonId}
        aria-label={add.label}
        aria-haspopup="dialog"
        aria-expanded={open}
        disabled={add.enabled === false}
        size="large"
        icon={<Plus />}
        className="rounded-m shadow-low"
        onClick={() => (open ? session.view.stopAdding() : add.perform())}
      >
        {viewsPaletteTexts.addAStep}
        <Kbd keys="n" className="max-md:hidden" />
      </Button>
      <FieldsButton />
    </Panel>
  )
}

/** Opens the fields where they lie over the canvas. */
function FieldsButton() {
  const session = useSession()
  const tight = useTight()
  const narrow = useNarrow()
  const open = useView((view) => view.fieldsOpen)
  if (!tight || narrow || open) return null
  return (
    <Tooltip content={viewsPanelsTexts.showFields} shortcut="f">
      <IconButton
        label={viewsPanelsTexts.showFields}
        className="size-8 rounded-m border border-line-strong bg-surface shadow-low"
        onClick={() => session.view.showFields(true)}
      >
        <PanelRight />
      </IconButton>
    </Tooltip>
  )
}
