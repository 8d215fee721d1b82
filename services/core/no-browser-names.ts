/** Stands in for `bowser` in function bundles: the SDK asks it for the browser's name, and there is no browser here. */
export default {};
