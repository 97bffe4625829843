'use client'

import type { PointerEvent } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { type SizeBounds, within } from '../../model/panels.ts'

export interface ResizerProps {
  readonly label: string
  /** The edge of the panel on which the separator lies; the panel is its parent element. */
  readonly edge: 'top' | 'left'
  readonly size: number
  readonly usual: number
  readonly bounds: SizeBounds
  onResize(size: number): void
}

const growing = { top: 'ArrowUp', left: 'ArrowLeft' } as const
const shrinking = { top: 'ArrowDown', left: 'ArrowRight' } as const

/** The edge of a panel: drag it, or focus it and use the arrow keys; a double click gives the usual size. */
export function Resizer({ label, edge, size, usual, bounds, onResize }: ResizerProps) {
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const box = event.currentTarget.parentElement?.getBoundingClientRect()
    if (box === undefined) return
    onResize(within(bounds, edge === 'top' ? box.bottom - event.clientY : box.right - event.clientX))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be moved is no <hr>
    <div
      role="separator"
      aria-label={label}
      aria-orientation={edge === 'top' ? 'horizontal' : 'vertical'}
      aria-valuenow={size}
      aria-valuemin={bounds.least}
      aria-valuemax={bounds.most}
      tabIndex={0}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onDoubleClick={() => onResize(usual)}
      onKeyDown={(event) => {
        if (event.key === growing[edge]) onResize(within(bounds, size + bounds.step))
        else if (event.key === shrinking[edge]) onResize(within(bounds, size - bounds.step))
        else return
        event.preventDefault()
      }}
      className={classNames(
        'absolute z-10 hover:bg-accent-soft focus-visible:bg-accent-soft',
        edge === 'top' ? 'inset-x-0 -top-1 h-2 cursor-row-resize' : 'inset-y-0 -left-1 w-2 cursor-col-resize',
      )}
    />
  )
}
