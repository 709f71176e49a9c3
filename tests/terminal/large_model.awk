# A graph of 1,998 ops: 285 layers that are cheap, and a softmax over large rows that is not.
BEGIN {
  print "{\"format\":\"fusebox-graph\",\"version\":1,\"name\":\"model\",\"inputs\":["
  print "{\"name\":\"x\",\"dtype\":\"f32\",\"shape\":[1024,1024]},{\"name\":\"logits\",\"dtype\":\"f32\",\"shape\":[8192,8192]}],\"ops\":["
  before = "x"
  for (layer = 0; layer < 285; layer++) {
    name = "layers." layer
    printf "{\"name\":\"%s.square\",\"op\":\"mul\",\"in\":[\"%s\",\"%s\"]},\n", name, before, before
    printf "{\"name\":\"%s.mean\",\"op\":\"mean\",\"in\":[\"%s.square\"],\"axes\":[1],\"keep\":true},\n", name, name
    printf "{\"name\":\"%s.root\",\"op\":\"sqrt\",\"in\":[\"%s.mean\"]},\n", name, name
    printf "{\"name\":\"%s.scaled\",\"op\":\"div\",\"in\":[\"%s\",\"%s.root\"]},\n", name, before, name
    printf "{\"name\":\"%s.tanh\",\"op\":\"tanh\",\"in\":[\"%s.scaled\"]},\n", name, name
    printf "{\"name\":\"%s.gate\",\"op\":\"mul\",\"in\":[\"%s.tanh\",\"%s.scaled\"]},\n", name, name, name
    printf "{\"name\":\"%s.sum\",\"op\":\"add\",\"in\":[\"%s.gate\",\"%s\"]},\n", name, name, before
    before = name ".sum"
  }
  print "{\"name\":\"head.exp\",\"op\":\"exp\",\"in\":[\"logits\"]},"
  print "{\"name\":\"head.total\",\"op\":\"sum\",\"in\":[\"head.exp\"],\"axes\":[1],\"keep\":true},"
  print "{\"name\":\"head.share\",\"op\":\"div\",\"in\":[\"head.exp\",\"head.total\"]}"
  printf "],\"outputs\":[\"%s\",\"head.share\"]}\n", before
}
