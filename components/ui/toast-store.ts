import type { ReactNode } from 'react'
import { create } from 'zustand'
import type { Tone } from './tone.ts'

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

/** More than this and the oldest go: a storm of messages is read by nobody. */
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

/** Says in a corner that something was done or went wrong; `action` is the way back, such as Undo. */
export function showToast(toast: Omit<Toast, 'id'>): void {
  useToastStore.getState().show(toast)
}
