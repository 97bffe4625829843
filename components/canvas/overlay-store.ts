'use client'

import { createContext, useContext } from 'react'
import { createStore, useStore } from 'zustand'
import type { Tone } from '#components/ui/layout/tone.ts'

/** The overlay of a node on top of its definition: the state of a run, or the problems of a draft. */
export interface NodeOverlay {
  readonly tone?: Tone
  /** Replaces the title: that of a task, with its values. */
  readonly title?: string
  /** Replaces the summary: `42 ms`, `waits for a person`. */
  readonly note?: string
  /** A sign that replaces the tone's icon: `+`, `−`. */
  readonly mark?: string
  /** The state in words, for screen readers. */
  readonly word?: string
  /** Not yet run. */
  readonly dim?: boolean
  readonly problems?: { readonly count: number; readonly severity: 'error' | 'warning' | 'info' }
}

/**
 * `live`: the run took the edge, or the edge is new. `dead`: the run will never take it. `failed`: its condition is
 * wrong. `gone`: the edge was removed. `undone`: the run took the edge, and its rollback went back along it.
 */
export type EdgeOverlay = 'live' | 'dead' | 'failed' | 'gone' | 'undone'

export interface OverlayState {
  readonly nodes: Readonly<Record<string, NodeOverlay>>
  readonly edges: Readonly<Record<string, EdgeOverlay>>
}

export type OverlayStore = ReturnType<typeof createOverlayStore>

/**
 * The overlay store is separate from the nodes, so that a change of one step's state renders one node and moves
 * nothing. Replace whole entries: nodes compare them by identity.
 */
export function createOverlayStore() {
  return createStore<OverlayState>()(() => ({ nodes: {}, edges: {} }))
}

const empty = createOverlayStore()
export const OverlayContext = createContext<OverlayStore>(empty)

export function useNodeOverlay(id: string): NodeOverlay | undefined {
  return useStore(useContext(OverlayContext), (state) => state.nodes[id])
}

export function useEdgeOverlay(id: string): EdgeOverlay | undefined {
  return useStore(useContext(OverlayContext), (state) => state.edges[id])
}
