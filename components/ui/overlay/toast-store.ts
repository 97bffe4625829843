import type { ReactNode } from 'react'
import { create } from 'zustand'
import type { Tone } from '../layout/tone.ts'

export interface Toast {
  readonly id: number
  readonly tone: Tone
  readonly title: ReactNode
  readonly detail?: string
  readonly action?: { readonly label: string; perform(): void }
}

interface ToastState {
  readonly toasts: readonly Toast[]
  show(toast: Omit<Toast, 'id'>): void
  dismiss(id: number): void
}

/** Maximum number of toasts; the oldest ones go first, because a flood of messages is not read. */
const mostShown = 4
let lastId = 0

export const useToastStore = create<ToastState>()((set) => ({
  toasts: [],
  show: (toast) =>
    set((state) => {
      lastId += 1
      return { toasts: [...state.toasts, { ...toast, id: lastId }].slice(-mostShown) }
    }),
  dismiss: (id) => set((state) => ({ toasts: state.toasts.filter((toast) => toast.id !== id) })),
}))

/** Shows a message in a corner after a success or a failure; `action` reverts it, such as Undo. */
export function showToast(toast: Omit<Toast, 'id'>): void {
  useToastStore.getState().show(toast)
}
