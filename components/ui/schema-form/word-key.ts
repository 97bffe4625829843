interface Press {
  readonly key: string
  readonly metaKey: boolean
  readonly ctrlKey: boolean
}

/** What a key does in a box of words. `end-and-send`: the word is whole, and the key goes on to send the form. */
export function wordKey({ key, metaKey, ctrlKey }: Press, typed: string): 'end' | 'end-and-send' | 'take-back' | null {
  if (key === 'Enter' && (metaKey || ctrlKey)) return 'end-and-send'
  if (key === 'Enter' || key === ',') return 'end'
  return key === 'Backspace' && typed === '' ? 'take-back' : null
}
