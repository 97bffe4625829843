import { create } from 'zustand'

interface Confirmation {
  /** The calls that wait for the dialog. */
  readonly waiting: readonly ((isConfirmed: boolean) => void)[]
}

/** The request for the password of a person whose login is not fresh any more; the dialog of the login answers it. */
export const useLoginConfirmation = create<Confirmation>(() => ({ waiting: [] }))

/** Asks the person for the password; false when they leave the dialog. Calls at the same time share one dialog. */
export function confirmLogin(): Promise<boolean> {
  return new Promise((resolve) => useLoginConfirmation.setState(({ waiting }) => ({ waiting: [...waiting, resolve] })))
}

export function answerConfirmation(isConfirmed: boolean): void {
  const { waiting } = useLoginConfirmation.getState()
  useLoginConfirmation.setState({ waiting: [] })
  for (const resolve of waiting) resolve(isConfirmed)
}
