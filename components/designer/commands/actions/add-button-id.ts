/** The id of the button that opens the picker of steps: the key `n` opens the picker at this button. */
export const addButtonId = 'add-step'
