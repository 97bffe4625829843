import { create } from 'zustand'

interface ShellState {
  /** The open surface of the shell. */
  readonly open: 'palette' | 'shortcuts' | 'navigation' | null
  readonly show: (surface: ShellState['open']) => void
}

export const useShellStore = create<ShellState>()((set) => ({
  open: null,
  show: (open) => set({ open }),
}))
