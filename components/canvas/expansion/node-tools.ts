'use client'

import { type ComponentType, createContext, useContext } from 'react'

export interface NodeToolsProps {
  /** The id of the node in the drawing. */
  readonly node: string
  /** The node is drawn as a frame with its inside. */
  readonly open: boolean
}

/** The buttons at the right end of a node, such as the one that opens it; for a node without any it draws nothing. */
const NodeToolsContext = createContext<ComponentType<NodeToolsProps> | null>(null)
export const NodeToolsProvider = NodeToolsContext.Provider
export const useNodeTools = () => useContext(NodeToolsContext)
