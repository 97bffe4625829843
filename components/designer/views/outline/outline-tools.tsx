'use client'

import { Ellipsis } from 'lucide-react'
import { Toolbar } from 'radix-ui'
import { createElement } from 'react'
import { Button, IconButton } from '#components/ui/controls/button.tsx'
import { Menu } from '#components/ui/overlay/menu.tsx'
import { Tooltip } from '#components/ui/overlay/tooltip.tsx'
import { useDesignerAction, useDesignerActionItems } from '../../commands/actions/use-designer-actions.ts'
import { useView } from '../../model/session-context.tsx'
import { designerTexts } from '../../texts/designer.ts'

/** The actions for the current row of the outline that are used most. */
const outlineTools = [
  'designer.rename',
  'designer.move.up',
  'designer.move.down',
  'designer.duplicate',
  'designer.remove',
] as const

/** The others, in words. */
const further = [
  'designer.addAfter',
  'designer.addBefore',
  'designer.connect',
  'designer.connections',
  'designer.retype',
  'designer.group',
  'designer.renameGroup',
  'designer.note',
] as const

/** One stop of the Tab key; arrow keys go from button to button. */
export function OutlineTools() {
  return (
    <Toolbar.Root
      aria-label={designerTexts.outlineTools}
      className="flex shrink-0 flex-wrap items-center gap-0.5 border-b px-2 py-0.5"
    >
      <Add />
      {outlineTools.map((id) => (
        <Tool key={id} id={id} />
      ))}
      <Several />
      <Further />
    </Toolbar.Root>
  )
}

function Add() {
  const { label, icon, shortcut, enabled, perform } = useDesignerAction('designer.add')
  return (
    <Tooltip content={label} shortcut={shortcut}>
      <Toolbar.Button asChild>
        <Button
          size="small"
          className="mr-1"
          icon={icon && createElement(icon)}
          aria-disabled={enabled === false}
          onClick={() => enabled !== false && perform()}
        >
          {label}
        </Button>
      </Toolbar.Button>
    </Tooltip>
  )
}

function Further() {
  return (
    <Menu items={useDesignerActionItems(further)} align="end">
      <Toolbar.Button asChild>
        <IconButton label={designerTexts.furtherTools}>
          <Ellipsis />
        </IconButton>
      </Toolbar.Button>
    </Menu>
  )
}

/** The toggle for touch: while it is pressed, a tap adds to the selection. */
function Several() {
  const { label, icon, perform } = useDesignerAction('designer.several')
  const pressed = useView((view) => view.selectsSeveral)
  return (
    <Tooltip content={label}>
      <Toolbar.Button asChild>
        <IconButton label={label} aria-pressed={pressed} onClick={perform} className={pressed ? 'bg-accent-soft' : ''}>
          {icon && createElement(icon)}
        </IconButton>
      </Toolbar.Button>
    </Tooltip>
  )
}

function Tool({ id }: { id: string }) {
  const { label, icon, shortcut, enabled, perform } = useDesignerAction(id)
  return (
    <Tooltip content={label} shortcut={shortcut}>
      <Toolbar.Button asChild>
        {/* It keeps the focus when it can do nothing more: pressing it again and again must not lose the place. */}
        <IconButton label={label} aria-disabled={enabled === false} onClick={() => enabled !== false && perform()}>
          {icon && createElement(icon)}
        </IconButton>
      </Toolbar.Button>
    </Tooltip>
  )
}
