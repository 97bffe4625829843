import type { Stage, StageOptions } from './stage.ts'

/** What a bench is given. */
export interface Kit {
  /** Fewer rounds and smaller shapes: for a first look, not for figures. */
  readonly quick: boolean
  /** Also measure the peers of bench/peers. */
  readonly peers: boolean
  /** Where CPU profiles of the processes go. */
  readonly profile?: string
  readonly serverUrl: string
  openStage(name: string, options?: StageOptions): Promise<Stage>
}
