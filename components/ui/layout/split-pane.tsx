'use client'

import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { classNames } from '../class-names.ts'
import { boundedShare, shareAfterKey, usualShare } from './split-share.ts'

export interface SplitPaneProps {
  upper: ReactNode
  lower: ReactNode
  /** The share of the upper part, from 0 to 1. */
  share: number
  onShare(share: number): void
  /** The label of the separator. */
  label: string
  className?: string
}

/**
 * Two parts above each other with a separator that is dragged, or moved by arrow keys; a double click restores the usual
 * share. On a narrow screen the parts keep heights of their own, and there is no separator.
 */
export function SplitPane({ upper, lower, share, onShare, label, className }: SplitPaneProps) {
  const whole = useRef<HTMLDivElement>(null)
  const [isDragging, setDragging] = useState(false)
  const drag = (event: PointerEvent<HTMLElement>) => {
    const box = whole.current?.getBoundingClientRect()
    if (box && event.currentTarget.hasPointerCapture(event.pointerId)) {
      onShare(boundedShare((event.clientY - box.top) / box.height))
    }
  }
  const move = (event: KeyboardEvent) => {
    const next = shareAfterKey(share, event.key)
    if (next === null) return
    event.preventDefault()
    onShare(next)
  }
  return (
    <div
      ref={whole}
      className={classNames('flex min-h-0 min-w-0 flex-col', className)}
      style={{ '--upper': share, '--lower': 1 - share } as CSSProperties}
    >
      <div className="min-h-0 min-w-0 flex-[var(--upper)_1_0px] max-md:h-90 max-md:flex-none">{upper}</div>
      {/* biome-ignore lint/a11y/useSemanticElements: a rule cannot be focused or moved */}
      <div
        role="separator"
        tabIndex={0}
        aria-label={label}
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        className={classNames(
          'relative h-px shrink-0 cursor-row-resize touch-none bg-line after:absolute after:inset-x-0 after:-top-1 after:z-10 after:h-2.25 hover:after:bg-thread focus-visible:outline-none focus-visible:after:bg-accent max-md:hidden',
          isDragging && 'after:bg-accent',
        )}
        onKeyDown={move}
        onDoubleClick={() => onShare(usualShare)}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          setDragging(true)
        }}
        onPointerMove={drag}
        onLostPointerCapture={() => setDragging(false)}
      />
      <div className="flex min-h-0 min-w-0 flex-[var(--lower)_1_0px] flex-col max-md:h-80 max-md:flex-none">
        {lower}
      </div>
    </div>
  )
}
