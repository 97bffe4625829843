import { type StepType, stepTypes } from '#core/definition/definition.ts'

const mime = 'application/x-heddle-step-type'

/** A step type in the hand of a drag and drop, from the palette to the canvas. */
export function startTypeDrag(transfer: DataTransfer, type: StepType): void {
  transfer.setData(mime, type)
  transfer.effectAllowed = 'copy'
}

export const carriesType = (transfer: DataTransfer): boolean => transfer.types.includes(mime)

export function droppedType(transfer: DataTransfer): StepType | null {
  const value = transfer.getData(mime)
  return stepTypes.find((type) => type === value) ?? null
}
