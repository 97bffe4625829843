'use client'

import { ArrowDown, ArrowRight, Sparkles } from 'lucide-react'
import { IconButton } from '#components/ui/controls/button.tsx'
import { Menu } from '#components/ui/overlay/menu.tsx'
import type { Direction } from './layout/direction.ts'
import { type DirectionChoice, useDirectionChoice } from './layout/direction-choice.ts'
import { canvasTexts } from './texts/canvas.ts'

export interface DirectionMenuProps {
  /** The direction that is drawn now. */
  readonly direction: Direction
  readonly disabled?: boolean
  onChoose(choice: DirectionChoice): void
}

/** The switch of the direction in which graphs are drawn: chosen by the shape of the pane, or by the user. */
export function DirectionMenu({ direction, disabled = false, onChoose }: DirectionMenuProps) {
  const choice = useDirectionChoice()
  const item = (id: DirectionChoice, label: string, icon: React.ReactNode) => ({
    id,
    label,
    icon,
    checked: choice === id,
    onSelect: () => onChoose(id),
  })
  return (
    <Menu
      side="top"
      align="start"
      items={[
        item('auto', canvasTexts.automatic, <Sparkles />),
        item('right', canvasTexts.leftToRight, <ArrowRight />),
        item('down', canvasTexts.topToBottom, <ArrowDown />),
      ]}
    >
      <IconButton label={canvasTexts.direction} title={canvasTexts.direction} disabled={disabled}>
        {direction === 'right' ? <ArrowRight /> : <ArrowDown />}
      </IconButton>
    </Menu>
  )
}
