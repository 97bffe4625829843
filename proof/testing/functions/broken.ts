throw new Error('this module cannot be loaded')
export const anything = () => 1
