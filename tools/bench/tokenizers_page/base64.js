/* The one function of base64-js that js-tiktoken asks for. */
export default { toByteArray: (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0)) };
