'use client'

import { useMemo } from 'react'
import { parse } from '#core/definition/parse.ts'
import { workflowsTexts } from '../texts/workflows.ts'
import { box, margin, sketchOf } from './graph-sketch.ts'

const mostLetters = 16

/** A small drawing of a workflow: its steps and their edges. */
export function WorkflowSketch({ text, className }: { text: string; className?: string }) {
  const sketch = useMemo(() => sketchOf(parse(text).definition ?? { steps: [] }), [text])
  if (sketch.boxes.length === 0) return <p className="text-muted">{workflowsTexts.noStepsToShow}</p>
  const count = sketch.boxes.length
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
      {sketch.boxes.map(({ name, type, x, y }) => (
        <g key={name} transform={`translate(${x} ${y})`}>
          <title>{name}</title>
          {type === 'DECISION' ? (
            <rect width={box.width} height={box.height} rx={11} className="fill-accent-soft stroke-accent" />
          ) : (
            <rect
              width={box.width}
              height={box.height}
              rx={5}
              className={type === 'HUMAN' ? 'fill-human-soft stroke-human' : 'fill-surface stroke-line-strong'}
            />
          )}
          <text x={box.width / 2} y={15} textAnchor="middle" className="fill-ink text-[10.5px]">
            {name.length > mostLetters ? `${name.slice(0, mostLetters)}…` : name}
          </text>
        </g>
      ))}
    </svg>
  )
}
