import { stepTypes } from '#core/definition/definition.ts'
import type { NewStep } from '#core/graph/edit.ts'
import { isJsonObject, type Json } from '#core/json.ts'

const mime = 'application/x-heddle-step'

/** A step in the hand of a drag and drop, from the picker to the canvas. */
export function startStepDrag(transfer: DataTransfer, step: NewStep): void {
  transfer.setData(mime, JSON.stringify(step))
  transfer.effectAllowed = 'copy'
}

export const carriesStep = (transfer: DataTransfer): boolean => transfer.types.includes(mime)

/** The dropped step; another page may have put anything into the drag. */
export function droppedStep(transfer: DataTransfer): NewStep | null {
  const dropped = parsed(transfer.getData(mime))
  if (!isJsonObject(dropped)) return null
  const type = stepTypes.find((known) => known === dropped.type)
  if (type === undefined) return null
  return {
    type,
    ...(typeof dropped.name === 'string' ? { name: dropped.name } : {}),
    ...(isJsonObject(dropped.fields) ? { fields: dropped.fields } : {}),
  }
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}
