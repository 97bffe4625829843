import type { Direction } from './direction.ts'

/** The input of the layout. Sizes and positions are pixels; positions are top left corners. */
export interface LayoutRequest {
  readonly nodes: readonly { readonly id: string; readonly width: number; readonly height: number }[]
  readonly edges: readonly {
    readonly source: string
    readonly target: string
    readonly back: boolean
    /** The edge leaves its step at the right side. */
    readonly side?: boolean
    /** The width of the edge's label, in pixels. */
    readonly labelWidth?: number
  }[]
  /** Ids of steps that a frame stands around: they stay together. A step is in one group at most. */
  readonly groups?: readonly (readonly string[])[]
  /** Top to bottom where it is absent. */
  readonly direction?: Direction
  /** Places of steps in the former picture: steps of one row keep their order where that costs no crossing. */
  readonly before?: LayoutPositions
}

export type LayoutPositions = Readonly<Record<string, { readonly x: number; readonly y: number }>>
