'use client'

import { useMemo } from 'react'
import { parse } from '#core/definition/parse.ts'
import { workflowsTexts } from '../texts/workflows.ts'
import { box, margin, type SketchBox, sketchOf } from './graph-sketch.ts'

const mostLetters = 16

/** A small drawing of a workflow: its steps and their edges. */
export function WorkflowSketch({ text, className }: { text: string; className?: string }) {
  const sketch = useMemo(() => sketchOf(parse(text).definition ?? { steps: [] }), [text])
  if (sketch.boxes.length === 0) return <p className="text-muted">{workflowsTexts.noStepsToShow}</p>
  const count = sketch.boxes.filter(({ name }) => name !== '').length
  return (
    <svg
      role="img"
      aria-label={count === 1 ? workflowsTexts.diagramOfIts1Step : workflowsTexts.diagramOfItsSteps(count)}
      viewBox={`${-margin} -2 ${sketch.width + 2 * margin} ${sketch.height + 4}`}
      className={className}
      style={{ maxWidth: sketch.width + 2 * margin }}
    >
      {sketch.lines.map(({ id, path, failure }) => (
        <path
          key={id}
          d={path}
          className={failure ? 'fill-none stroke-failed' : 'fill-none stroke-thread'}
          strokeDasharray={failure ? '3 3' : undefined}
        />
      ))}
      {sketch.boxes.map((one) => (
        <Box key={one.id} {...one} />
      ))}
    </svg>
  )
}

function Box({ name, type, undo, x, y }: SketchBox) {
  if (type === 'start' || type === 'end') return <Pill type={type} x={x} y={y} />
  const words = name.length > mostLetters ? `${name.slice(0, mostLetters)}…` : name
  return (
    <g transform={`translate(${x} ${y})`} data-undo={undo}>
      <title>{undo === undefined ? name : workflowsTexts.undoneBy(name, undo)}</title>
      <rect
        width={box.width}
        height={box.height}
        rx={type === 'DECISION' ? 11 : 5}
        className={
          type === 'DECISION'
            ? 'fill-accent-soft stroke-accent'
            : type === 'HUMAN'
              ? 'fill-human-soft stroke-human'
              : 'fill-surface stroke-line-strong'
        }
      />
      <text x={box.width / 2} y={15} textAnchor="middle" className="fill-ink text-[10.5px]">
        {undo === undefined ? words : `↶ ${words}`}
      </text>
    </g>
  )
}

const pillWidth = 52

function Pill({ type, x, y }: Pick<SketchBox, 'x' | 'y'> & { readonly type: 'start' | 'end' }) {
  return (
    <g transform={`translate(${x + (box.width - pillWidth) / 2} ${y})`} data-terminal={type}>
      <rect width={pillWidth} height={box.height} rx={box.height / 2} className="fill-surface stroke-line-strong" />
      <text x={pillWidth / 2} y={15} textAnchor="middle" className="fill-muted text-[10.5px]">
        {type === 'start' ? workflowsTexts.start : workflowsTexts.end}
      </text>
    </g>
  )
}
