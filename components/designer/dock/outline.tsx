'use client'

import { Pencil, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { StepIcon } from '#components/canvas/step-icon.tsx'
import { IconButton } from '#components/ui/button.tsx'
import { Chip } from '#components/ui/chip.tsx'
import { classNames } from '#components/ui/class-names.ts'
import type { Graph, GraphNode } from '#core/graph/graph.ts'
import { nodeLabel, stepSummary } from '../canvas/flow-store.ts'
import { useDocument, useProblems, useSelection, useSession } from '../session-context.tsx'
import { RenameInput } from './rename-input.tsx'

/** The steps as a list: an equal editor for keyboards, screen readers and small screens. */
export function Outline() {
  const session = useSession()
  const graph = useDocument((document) => document.graph)
  const list = useRef<HTMLOListElement>(null)
  const [renaming, setRenaming] = useState<string | null>(null)
  const current = useStore(session.selection.store, (selection) => selection.current) ?? graph.nodes[0]?.id
  const focus = (name: string | undefined) => {
    if (name === undefined) return
    session.selection.selectStep(name)
    session.view.showStep(name)
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-step="${CSS.escape(name)}"]`)?.focus())
  }
  const keyPressed = (event: KeyboardEvent, node: GraphNode, index: number) => {
    const { nodes } = graph
    if (event.key === 'ArrowDown') focus(nodes[index + 1]?.id)
    else if (event.key === 'ArrowUp') focus(nodes[index - 1]?.id)
    else if (event.key === 'Home') focus(nodes[0]?.id)
    else if (event.key === 'End') focus(nodes.at(-1)?.id)
    else if (event.key === 'F2') setRenaming(node.id)
    else if (event.key === 'Delete' || event.key === 'Backspace') {
      session.perform({ type: 'remove_steps', steps: [node.id] })
      focus((nodes[index + 1] ?? nodes[index - 1])?.id)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  if (graph.nodes.length === 0) return <p className="px-3.5 py-4 text-muted">There are no steps yet.</p>
  return (
    <ol ref={list} aria-label="Steps" className="py-1">
      {graph.nodes.map((node, index) => (
        <li key={node.id} className="group flex items-center gap-1 px-1.5 [content-visibility:auto] hover:bg-hover">
          {renaming === node.id ? (
            <RenameInput
              step={node.id}
              onDone={(name) => {
                setRenaming(null)
                focus(name)
              }}
            />
          ) : (
            <OutlineRow
              node={node}
              graph={graph}
              tabIndex={node.id === current ? 0 : -1}
              onKeyDown={(event) => keyPressed(event, node, index)}
            />
          )}
          <IconButton
            size="small"
            label={`Rename ${node.id}`}
            tabIndex={-1}
            className="opacity-0 group-focus-within:opacity-100 group-hover:opacity-100"
            onClick={() => setRenaming(node.id)}
          >
            <Pencil />
          </IconButton>
          <IconButton
            size="small"
            label={`Delete ${node.id}`}
            tabIndex={-1}
            className="opacity-0 group-focus-within:opacity-100 group-hover:opacity-100"
            onClick={() => session.perform({ type: 'remove_steps', steps: [node.id] })}
          >
            <Trash2 />
          </IconButton>
        </li>
      ))}
    </ol>
  )
}

interface OutlineRowProps {
  readonly node: GraphNode
  readonly graph: Graph
  readonly tabIndex: number
  readonly onKeyDown: (event: KeyboardEvent) => void
}

function OutlineRow({ node, graph, tabIndex, onKeyDown }: OutlineRowProps) {
  const session = useSession()
  const selected = useSelection((selection) => selection.steps.has(node.id))
  const problems = useProblems((state) => state.byStep.get(node.id))
  const leadsTo = graph.edges.filter((edge) => edge.source === node.id).map(describeEdge)
  return (
    <button
      type="button"
      data-step={node.id}
      tabIndex={tabIndex}
      aria-pressed={selected}
      aria-label={`${nodeLabel(node.step, problems ?? [])}${leadsTo.length > 0 ? `, leads to ${leadsTo.join(', ')}` : ''}`}
      onClick={() => {
        session.selection.selectStep(node.id)
        session.view.showStep(node.id)
      }}
      onDoubleClick={() => session.view.showField(['name'], 'main')}
      onKeyDown={onKeyDown}
      className={classNames(
        'flex h-7 min-w-0 flex-1 items-center gap-2 rounded-s px-2 text-left focus-visible:-outline-offset-2',
        selected && 'bg-accent-soft',
      )}
    >
      <StepIcon type={node.step.type} className="size-3.5 shrink-0 text-muted" />
      <span className="shrink-0 font-medium">{node.id}</span>
      <span className="truncate text-muted">{stepSummary(node.step)}</span>
      {problems && (
        <Chip tone={problems.some(({ severity }) => severity === 'error') ? 'failed' : 'human'}>{problems.length}</Chip>
      )}
      <span className="ml-auto truncate text-small text-muted">{leadsTo.length > 0 && `→ ${leadsTo.join(', ')}`}</span>
    </button>
  )
}

function describeEdge(edge: Graph['edges'][number]): string {
  if (edge.kind === 'failure') return `${edge.target} on failure`
  return edge.kind === 'route' ? `${edge.target} if ${edge.label ?? ''}` : edge.target
}
