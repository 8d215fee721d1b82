// The website's build puts a catalog here, made by rule (test-languages.ts); one for people has none.
export default {};
