mod drawn;
mod words;
