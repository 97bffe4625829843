import { create } from 'zustand'

interface ShellState {
  /** Which of the shell's own surfaces is open. */
  readonly open: 'palette' | 'shortcuts' | 'navigation' | null
  readonly show: (surface: ShellState['open']) => void
}

export const useShellStore = create<ShellState>()((set) => ({
  open: null,
  show: (open) => set({ open }),
}))
