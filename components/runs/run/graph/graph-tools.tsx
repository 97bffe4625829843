'use client'

import { ChevronLeft, ChevronRight, ChevronsDownUp, ChevronsUpDown, Rows3 } from 'lucide-react'
import { createContext, type MouseEvent, type ReactNode, useContext } from 'react'
import { createStore, useStore } from 'zustand'
import type { NodeToolsProps } from '#components/canvas/expansion/node-tools.ts'
import { runGraphTexts } from '../../texts/run-graph.ts'
import type { DrawnNode } from './drawing.ts'

export interface GraphToolsState {
  readonly drawnNodes: ReadonlyMap<string, DrawnNode>
  toggle(id: string): void
  pick(id: string, round: number): void
  /** Shows the items of a PARALLEL step. */
  look(id: string): void
}

export function createGraphTools() {
  const nothing = () => undefined
  return createStore<GraphToolsState>()(() => ({
    drawnNodes: new Map(),
    toggle: nothing,
    pick: nothing,
    look: nothing,
  }))
}

export type GraphTools = ReturnType<typeof createGraphTools>
export const GraphToolsContext = createContext<GraphTools | null>(null)

/** The buttons at a node of a run's graph: open its inside, go through rounds. */
export function RunNodeTools({ node }: NodeToolsProps) {
  const store = useContext(GraphToolsContext)
  return store && <Tools store={store} node={node} />
}

function Tools({ store, node }: { store: GraphTools; node: string }) {
  const drawnNode = useStore(store, ({ drawnNodes }) => drawnNodes.get(node))
  if (drawnNode === undefined) return null
  const { toggle, pick, look } = store.getState()
  const { opens, isOpen, rounds, step } = drawnNode
  return (
    <span className="-mr-1.5 flex shrink-0 items-center gap-0.5">
      {rounds !== null && (
        <span className="absolute top-full right-2 mt-0.75 flex h-5.5 items-center text-small text-muted">
          <Tool
            title={runGraphTexts.previousRound}
            off={rounds.shown === 0}
            onPress={() => pick(node, rounds.shown - 1)}
          >
            <ChevronLeft />
          </Tool>
          {runGraphTexts.roundOf(rounds.shown + 1, rounds.count)}
          <Tool
            title={runGraphTexts.nextRound}
            off={rounds.shown === rounds.count - 1}
            onPress={() => pick(node, rounds.shown + 1)}
          >
            <ChevronRight />
          </Tool>
        </span>
      )}
      {step.type === 'PARALLEL' && opens && (
        <Tool title={runGraphTexts.showItemsO} onPress={() => look(node)}>
          <Rows3 />
        </Tool>
      )}
      {opens && (
        <Tool title={isOpen ? runGraphTexts.collapseO : runGraphTexts.expandO} onPress={() => toggle(node)}>
          {isOpen ? <ChevronsDownUp /> : <ChevronsUpDown />}
        </Tool>
      )}
    </span>
  )
}

interface ToolProps {
  title: string
  off?: boolean
  onPress(): void
  children: ReactNode
}

/** A button for the mouse alone: a node is a button itself. The selected step offers the function as an action. */
function Tool({ title, off = false, onPress, children }: ToolProps) {
  const press = (event: MouseEvent) => {
    event.stopPropagation()
    if (!off) onPress()
  }
  return (
    // biome-ignore lint/a11y: a button inside of a button is none to a screen reader
    <span
      title={title}
      data-tool={title}
      onClick={press}
      className={`nodrag grid size-6 cursor-pointer place-items-center rounded-s [&_svg]:size-3.5 ${off ? 'text-line-strong' : 'text-muted hover:bg-hover hover:text-ink'}`}
    >
      {children}
    </span>
  )
}
