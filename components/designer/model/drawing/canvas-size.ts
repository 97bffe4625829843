import type { Size } from '#components/canvas/geometry.ts'
import { readStored, writeStored } from '#components/shell/browser-storage.ts'

const key = 'heddle.canvas'
/** What the parts around the canvas take of a window, where its size is not known yet. */
const around = { width: 560, height: 100 } as const

/** The size of the canvas when it was last shown: the layout begins before there is a canvas. */
export function canvasSize(): Size {
  const [width = 0, height = 0] = (readStored(key) ?? '').split(' ').map(Number)
  if (width > 0 && height > 0) return { width, height }
  return {
    width: Math.max(around.width / 2, window.innerWidth - around.width),
    height: Math.max(around.height, window.innerHeight - around.height),
  }
}

export const rememberCanvasSize = ({ width, height }: Size): void => writeStored(key, `${width} ${height}`)
