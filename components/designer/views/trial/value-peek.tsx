'use client'

import { type RefObject, useEffect, useState } from 'react'
import { stepLooks } from '#components/runs/step-looks.ts'
import { formatDuration } from '#components/ui/text/format-time.ts'
import { useSession } from '../../model/session-context.tsx'
import { viewsTrialTexts } from '../../texts/views-trial.ts'

const delayMs = 350
const mostLines = 12
const width = 300
/** The line from a step to its output. */
const gap = 12

const onScreen = (left: number) => Math.max(8, Math.min(left, window.innerWidth - width - 8))

interface Peek {
  readonly step: string
  /** The pointer's position on an edge: an edge carries the output of its source step. */
  readonly left: number
  readonly top: number
}

/**
 * The last output of a step, while the pointer rests on the step or on one of its outgoing edges. The inspector shows
 * the output as well, and more.
 */
export function ValuePeek({ within }: { within: RefObject<HTMLElement | null> }) {
  const session = useSession()
  const [peek, setPeek] = useState<Peek | null>(null)

  useEffect(() => {
    const root = within.current
    if (root === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const hide = () => {
      clearTimeout(timer)
      setPeek(null)
    }
    const over = (event: PointerEvent) => {
      const found = event.buttons === 0 ? stepUnder(event, session, root.getBoundingClientRect()) : null
      hide()
      if (found === null || !Object.hasOwn(session.trial.store.getState().values, found.step)) return
      timer = setTimeout(() => setPeek(found), delayMs)
    }
    root.addEventListener('pointerover', over)
    root.addEventListener('pointerleave', hide)
    root.addEventListener('pointerdown', hide)
    window.addEventListener('keydown', hide)
    root.addEventListener('wheel', hide, { passive: true })
    return () => {
      clearTimeout(timer)
      root.removeEventListener('pointerover', over)
      root.removeEventListener('pointerleave', hide)
      root.removeEventListener('pointerdown', hide)
      window.removeEventListener('keydown', hide)
      root.removeEventListener('wheel', hide)
    }
  }, [session, within])

  if (peek === null) return null
  const { values, stale } = session.trial.store.getState()
  const value = values[peek.step]
  if (value === undefined) return null
  const text = value.error === null ? shortened(JSON.stringify(value.output ?? null, null, 2)) : value.error.message
  return (
    <div
      role="tooltip"
      style={{ left: peek.left, top: peek.top, width }}
      className="pointer-events-none fixed z-30 grid gap-1 rounded-m border border-line-strong bg-surface px-2.5 py-2 shadow-high"
    >
      <p className="flex justify-between gap-2 text-small">
        <b className="truncate">{peek.step}</b>
        <span className="whitespace-nowrap text-muted">
          {value.pinned
            ? 'pinned'
            : value.tookMs === null
              ? stepLooks[value.displayStatus].word
              : formatDuration(value.tookMs)}
          {stale.has(peek.step) && viewsTrialTexts.outOfDateLabel}
        </span>
      </p>
      <pre
        className={`overflow-hidden font-mono text-small wrap-anywhere whitespace-pre-wrap ${value.error ? 'text-failed' : ''}`}
      >
        {text}
      </pre>
    </div>
  )
}

/** The position of the output: right of the step, or left of it, within the canvas if there is space. */
function stepUnder(event: PointerEvent, session: ReturnType<typeof useSession>, canvas: DOMRect): Peek | null {
  const target = event.target as Element
  const node = target.closest<HTMLElement>('.react-flow__node')
  if (node?.dataset.id !== undefined) {
    const { left, right, top } = node.getBoundingClientRect()
    const isFree = right + gap + width <= canvas.right || left - gap - width < canvas.left
    return { step: node.dataset.id, left: isFree ? onScreen(right + gap) : left - gap - width, top }
  }
  const id = target.closest<HTMLElement>('.react-flow__edge')?.dataset.id
  const edge = id === undefined ? undefined : session.flow.store.getState().graphEdges.get(id)
  return edge === undefined ? null : { step: edge.source, left: onScreen(event.clientX + 14), top: event.clientY + 10 }
}

function shortened(text: string): string {
  const lines = text.split('\n').map((line) => (line.length > 200 ? `${line.slice(0, 200)}…` : line))
  return lines.length <= mostLines ? lines.join('\n') : [...lines.slice(0, mostLines), '…'].join('\n')
}
