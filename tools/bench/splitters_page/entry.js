/* What the bundle of the reference holds: LangChain.js, and js-tiktoken to count with. */
export { RecursiveCharacterTextSplitter, TokenTextSplitter } from "@langchain/textsplitters";
export { Tiktoken } from "js-tiktoken/lite";
export { default as ranks } from "js-tiktoken/ranks/cl100k_base";
